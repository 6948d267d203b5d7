import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartFailure } from "../failure.ts";

const OLDEST_JAVA = 17;
const HOW_TO_INSTALL =
  "install it with `apt-get install default-jre-headless` (elsewhere: https://adoptium.net), or use --table embedded";

type Environment = Readonly<Record<string, string | undefined>>;

const javaCommand = ({ JAVA_HOME }: Environment): string =>
  JAVA_HOME ? join(JAVA_HOME, "bin", "java") : "java";

/** The major version in what `java -version` prints: `17.0.15`, or `1.8.0_402` for Java 8. */
export const parseJavaVersion = (text: string): number | undefined => {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match ? Number(match[1]) : undefined;
};

/**
 * Finds the Java that DynamoDB Local needs.
 *
 * @returns the command that starts it
 * @throws StartFailure if Java is missing or too old
 */
export const findJava = async (environment: Environment = process.env): Promise<string> => {
  const command = javaCommand(environment);
  const output = await promisify(execFile)(command, ["-version"], { env: { ...environment } }).catch(
    () => undefined,
  );
  if (!output)
    throw new StartFailure(
      `DynamoDB Local needs Java ${OLDEST_JAVA} or newer, which is not installed: ${HOW_TO_INSTALL}.`,
    );
  const version = parseJavaVersion(output.stderr + output.stdout);
  if (version !== undefined && version < OLDEST_JAVA)
    throw new StartFailure(
      `DynamoDB Local needs Java ${OLDEST_JAVA} or newer, and \`${command}\` is Java ${version}: ${HOW_TO_INSTALL}.`,
    );
  return command;
};
