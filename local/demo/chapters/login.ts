import { DEMO_LOGIN } from "../../demo-site/areas/account.ts";
import { renderTable } from "../print.ts";
import { collect, expectCompleted, type Scene } from "./chapter.ts";

/** A flow of mode `interact`: a real browser logs in and reads what only a customer sees. */
export const showLogin = async (scene: Scene): Promise<{ items: number }> => {
  const { voice, shop } = scene;
  voice.say(`\n${voice.bold("Logging in with a browser, to read the orders behind it")}`);
  const run = expectCompleted(
    await collect(scene, {
      name: "Demo shop, my orders",
      url: `${shop.url}/login`,
      mode: "interact",
      steps: [
        { type: "navigate" },
        { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username },
        { type: "type", selector: "input[name=password]", text: DEMO_LOGIN.password },
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
    }),
  );
  for (const line of renderTable(run.outputPreview.slice(0, 3), ["number", "item", "total"]))
    voice.say(`  ${line}`);
  return { items: run.itemsExtracted };
};
