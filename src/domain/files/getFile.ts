import type { Redirect } from "../../contract/common.ts";
import type { WithObjects } from "../ports.ts";
import type { WithFileLinks } from "./links.ts";

/** Long enough to follow the redirect, too short to share the link. */
const LINK_SECONDS = 300;

/** Redirects anyone who has the link to the file, which is on the object store's origin. */
export const getFile = async (deps: WithObjects & WithFileLinks, id: string): Promise<Redirect> => ({
  redirectTo: await deps.objects.signLink(await deps.fileLinks.read(id), LINK_SECONDS),
});
