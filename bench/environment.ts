/** What a function finds in its environment. @param hosts that it may visit although they are on this machine */
export const environmentFor = (hosts: readonly string[]): Readonly<Record<string, string>> => ({
  ALLOW_PRIVATE_TARGETS: hosts.join(","),
  TABLE_NAME: "none",
  // Of its own, with no denied targets. Benchmarks that need more of a table name a file.
  TABLE_FILE: ":memory:",
  STAGE: "bench",
  SERVICE_VERSION: "0",
  DEPLOYED_AT: "0",
  AWS_LAMBDA_FUNCTION_NAME: "bench",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
  AWS_REGION: "us-east-1",
});
