import { describe, expect, it, jest } from "@jest/globals";
import type { Run } from "../../../client/index.ts";
import { startWatching, watchPages } from "../../../client/watch.ts";

const REQUEST = { urls: ["https://shop.example/kettle"], watch: "price", every: "6h" } as const;
const refused = async (): Promise<never> => {
  throw new Error("refused");
};

type Service = Parameters<typeof watchPages>[0];
const serviceWith = (answers: Partial<Record<keyof Service, () => Promise<unknown>>>) => {
  const deleteFlow = jest.fn(async (_id: string) => ({}));
  const service = {
    createFlow: async () => ({ id: "flow-1", name: "Price of shop.example/kettle" }),
    updateFlow: async () => ({}),
    createRun: async () => ({ id: "run-1" }),
    getRun: async () => ({ id: "run-1", status: "completed" }),
    listFlowRecords: async () => ({ data: [{ record: { price: 141.85 } }] }),
    deleteFlow,
    ...answers,
  };
  return { service: service as unknown as Service, deleteFlow };
};

describe("watching pages", () => {
  it("returns the first reading", async () => {
    const { service, deleteFlow } = serviceWith({});
    expect(await watchPages(service, REQUEST)).toMatchObject({
      flowId: "flow-1",
      records: [{ record: { price: 141.85 } }],
    });
    expect(deleteFlow).not.toHaveBeenCalled();
  });

  it.each([["updateFlow"], ["createRun"]] as const)(
    "leaves no monitor behind if %s is refused",
    async (operation) => {
      const { service, deleteFlow } = serviceWith({ [operation]: refused });
      await expect(startWatching(service, REQUEST)).rejects.toThrow("refused");
      expect(deleteFlow).toHaveBeenCalledWith("flow-1");
    },
  );

  it.each([["updateFlow"], ["createRun"], ["getRun"], ["listFlowRecords"]] as const)(
    "leaves no monitor behind if there is no first reading because %s is refused",
    async (operation) => {
      const { service, deleteFlow } = serviceWith({ [operation]: refused });
      await expect(watchPages(service, REQUEST)).rejects.toThrow("refused");
      expect(deleteFlow).toHaveBeenCalledWith("flow-1");
    },
  );

  it("leaves no monitor behind if the page cannot be read, and says why", async () => {
    const error = { code: "target-failed", message: "The page answered with status 404." } as Run["error"];
    const { service, deleteFlow } = serviceWith({ getRun: async () => ({ status: "failed", error }) });
    await expect(watchPages(service, REQUEST)).rejects.toThrow(
      "target-failed: The page answered with status 404. Nothing is watched.",
    );
    expect(deleteFlow).toHaveBeenCalledWith("flow-1");
  });

  it("keeps a monitor whose first reading takes longer", async () => {
    const { service, deleteFlow } = serviceWith({ getRun: async () => ({ status: "running" }) });
    expect(await watchPages(service, REQUEST, { timeoutMs: 1 })).toMatchObject({ records: [] });
    expect(deleteFlow).not.toHaveBeenCalled();
  });
});
