import { refuseRoute } from "../../src/runtime/http/refuseRoute.ts";

export const handler = refuseRoute();
