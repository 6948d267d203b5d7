import { describe, expect, it } from "@jest/globals";
import { faultsOf, type Soaked } from "../../../scripts/soak/judge.ts";

const STEADY: Soaked = {
  processesBefore: 1,
  processesAfter: 1,
  foldersBefore: 2,
  foldersAfter: 2,
  usedMbAfter50: 52,
  usedMbAfter: 57.2,
  rssMbAfter50: 176,
  rssMbAfter: 176,
  failed: 0,
};

describe("a soak", () => {
  it("passes if memory in use stays within a tenth, whatever the process has taken from the system", () => {
    expect(faultsOf(STEADY)).toEqual([]);
    expect(faultsOf({ ...STEADY, rssMbAfter: 353 })).toEqual([]);
  });

  it.each([
    [{ usedMbAfter: 57.3 }, "memory in use has grown from 52 to 57.3 MB"],
    [{ processesAfter: 2 }, "processes are left"],
    [{ foldersAfter: 3 }, "folders are left"],
    [{ failed: 1 }, "1 runs failed"],
  ])("fails if %j", (change, fault) => {
    expect(faultsOf({ ...STEADY, ...change })).toEqual([fault]);
  });
});
