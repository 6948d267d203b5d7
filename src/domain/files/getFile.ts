import type { Redirect } from "../../contract/common.ts";
import type { WithObjects } from "../ports.ts";
import type { WithFileLinks } from "./links.ts";

/** Long enough to follow, too short to pass on. */
const LINK_SECONDS = 300;

/** Where a file is, for whoever has its link: on the object store's origin, not on ours. */
export const getFile = async (deps: WithObjects & WithFileLinks, id: string): Promise<Redirect> => ({
  redirectTo: await deps.objects.signLink(await deps.fileLinks.read(id), LINK_SECONDS),
});
