import { DEMO_LOGIN } from "../../demo-site/areas/account.ts";
import { renderTable } from "../print.ts";
import { expectCompleted, runFlow, type Scene } from "./chapter.ts";

/** A flow in mode `interact`: a real browser logs in and reads what only customers see. */
export const showLogin = async (scene: Scene): Promise<{ items: number }> => {
  const { client, shop, voice } = scene;
  voice.say(`\n${voice.bold("Logging in with a browser, to read the orders behind it")}`);
  const { id: flowId } = await client.createFlow({
    name: "Demo shop, my orders",
    url: `${shop.url}/login`,
    mode: "interact",
    steps: [
      { type: "navigate" },
      { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username },
      { type: "type", selector: "input[name=password]", text: "{{secret.password}}" },
      { type: "click", selector: "button[type=submit]" },
      { type: "wait", selector: ".order" },
      {
        type: "extract",
        label: "orders",
        selector: ".order",
        fields: ["number: .order-number", "item: .order-item", "total: .order-total"],
      },
    ],
    outputSchema: { number: "string", item: "string", total: "price" },
  });
  voice.say(`${voice.dim("POST /flows")}    ${flowId}`);
  await client.putFlowSecret(flowId, "password", { value: DEMO_LOGIN.password });
  voice.say(`${voice.dim("PUT /flows/:id/secrets/password")}  sealed, and never shown again`);
  const run = expectCompleted(await runFlow(scene, flowId));
  for (const line of renderTable(run.outputPreview.slice(0, 3), ["number", "item", "total"]))
    voice.say(`  ${line}`);
  return { items: run.itemsExtracted };
};
