import { DomainError } from "../../contract/errors.ts";
import type { WithArchives } from "../../domain/imports/importBackup.ts";
import { openArchive } from "../../engine/page/documents/archive/archive.ts";
import { FileFault } from "../../engine/page/documents/faults.ts";

export const withArchives = (): WithArchives => ({
  archives: {
    readTexts: async (bytes, isWanted) => {
      try {
        const archive = await openArchive(bytes);
        const texts = new Map<string, string>();
        for (const name of archive.names.filter(isWanted)) texts.set(name, (await archive.text(name)) ?? "");
        return texts;
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        throw new DomainError("invalid-request", error.message, {
          details: [{ path: "backup", message: error.message }],
        });
      }
    },
  },
});
