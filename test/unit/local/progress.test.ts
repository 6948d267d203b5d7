import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createProgress } from "../../../local/progress.ts";

const open = (isTTY: boolean) => {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { ...createProgress(output), written };
};

describe("the progress display of a start", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("counts seconds in place on a terminal, until the next line", async () => {
    const { tell, written } = open(true);
    tell("Building 3 functions …");
    await jest.advanceTimersByTimeAsync(2_000);
    tell("Ready.");
    await jest.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([
      "Building 3 functions …",
      "\rBuilding 3 functions … 1 s",
      "\rBuilding 3 functions … 2 s",
      "\n",
      "Ready.\n",
    ]);
  });

  it("writes fewer, complete lines to a file", async () => {
    const { tell, stop, written } = open(false);
    tell("Building 3 functions …");
    await jest.advanceTimersByTimeAsync(31_000);
    stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(written).toEqual([
      "Building 3 functions …\n",
      "Building 3 functions … 15 s\n",
      "Building 3 functions … 30 s\n",
    ]);
  });
});
