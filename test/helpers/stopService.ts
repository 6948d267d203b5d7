import { stopNow } from "./teardown.ts";

export default (): Promise<void> => stopNow("service on embedded");
