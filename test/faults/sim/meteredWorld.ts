/** A calm world whose table counts what its partitions take, and in which transactions conflict. */
import { createMemoryTable } from "../../helpers/memoryTable.ts";
import { createCalmWorld } from "./calmWorld.ts";
import { createContention } from "./contention.ts";
import { meterTable } from "./meter.ts";

type WorldOptions = NonNullable<Parameters<typeof createCalmWorld>[1]>;

/** @param options of the world, whose table is not among them */
export const createMeteredWorld = async (options: Omit<WorldOptions, "openTable" | "openOn"> = {}) => {
  const memory = createMemoryTable();
  let meter: ReturnType<typeof meterTable> | undefined;
  let contention: ReturnType<typeof createContention> | undefined;
  const world = await createCalmWorld([], {
    ...options,
    isUnobserved: true,
    openTable: async ({ now }) => {
      meter = meterTable(memory, now);
      return { table: meter.table, all: async () => memory.all() };
    },
    openOn: (machine, table) => {
      contention ??= createContention(world.scheduler);
      return contention.on(machine, table);
    },
  });
  if (!meter) throw new Error("the world opened no table");
  return {
    world,
    memory,
    meter,
    counts: () => contention?.counts ?? { writes: 0, conflicts: 0, givenUp: 0 },
  };
};
