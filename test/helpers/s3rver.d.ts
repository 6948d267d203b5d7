declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** An S3 server that checks signatures. */
  export default class S3rver {
    constructor(options: {
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly configureBuckets: () => Promise<unknown>;
    readonly callback: () => RequestListener;
  }
}
