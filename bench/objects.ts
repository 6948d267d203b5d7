/** `node objects.ts <folder> <bucket>`: serves an object store with one bucket on loopback and prints its address. */
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { clientSettings } from "../local/emulators/endpoints.ts";
import { serveFauxqs } from "../local/emulators/fauxqsServer.ts";

const [folder, bucket] = process.argv.slice(2);
const { port } = await serveFauxqs(folder);
const url = `http://127.0.0.1:${port}`;
await new S3Client(clientSettings(url)).send(new CreateBucketCommand({ Bucket: bucket }));
console.log(url);
// Ends with the process that started it.
process.stdin.resume().on("end", () => process.exit());
