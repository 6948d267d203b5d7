import { StartFailure } from "../../failure.ts";
import { collect, expectCompleted, runFlow, type Scene } from "./chapter.ts";

/** A flow in mode `monitor`: the first run is the baseline; then prices change, and the next run reports which. */
export const showMonitor = async (scene: Scene): Promise<{ changed: number; alert: string }> => {
  const { client, shop, voice } = scene;
  voice.say(`\n${voice.bold("Watching the kitchen's prices")}`);
  const baseline = expectCompleted(
    await collect(scene, {
      name: "Demo shop, kitchen prices",
      url: `${shop.url}/category/kitchen`,
      mode: "monitor",
      steps: [
        {
          type: "extract",
          selector: "article.product-card",
          fields: ["sku: @data-sku", "title: .product-card__title a@title", "price: .price"],
        },
        { type: "paginate", selector: ".pager .next a" },
      ],
      outputSchema: { sku: "string", title: "string", price: "price" },
      monitor: { key: ["sku"], fields: ["price"], severity: "critical" },
    }),
  );
  shop.movePrices();
  voice.say("Overnight, the shop changes some of its prices …");
  expectCompleted(await runFlow(scene, baseline.flowId));
  const [change] = (await client.listFlowChanges(baseline.flowId)).data;
  const alerts = (await client.listAlerts({ severity: "critical" })).data;
  const alert = alerts.find(({ id }) => id === change?.alertId);
  if (!change || !alert) throw new StartFailure("The demo failed: prices changed, but no alert was raised.");
  voice.say(`${voice.dim("GET /alerts")}    ${alert.severity}: ${alert.message}`);
  return { changed: change.changed, alert: alert.message };
};
