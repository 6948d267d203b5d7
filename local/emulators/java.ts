import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartFailure } from "../failure.ts";

const OLDEST_JAVA = 17;
const HOW_TO_INSTALL =
  "install it with `apt-get install default-jre-headless`, or from https://adoptium.net on other systems";

const javaCommand = (): string =>
  process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";

/** The major version in what `java -version` prints: `17.0.15`, or `1.8.0_402` for Java 8. */
export const parseJavaVersion = (text: string): number | undefined => {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match ? Number(match[1]) : undefined;
};

/**
 * Finds the Java that DynamoDB Local needs.
 *
 * @returns the command that starts it
 * @throws StartFailure when there is none, or one that is too old
 */
export const findJava = async (): Promise<string> => {
  const command = javaCommand();
  const output = await promisify(execFile)(command, ["-version"]).catch(() => undefined);
  if (!output) {
    throw new StartFailure(
      `DynamoDB Local needs Java ${OLDEST_JAVA} or newer and there is none: ${HOW_TO_INSTALL}.`,
    );
  }
  const version = parseJavaVersion(output.stderr + output.stdout);
  if (version !== undefined && version < OLDEST_JAVA) {
    throw new StartFailure(
      `DynamoDB Local needs Java ${OLDEST_JAVA} or newer, and \`${command}\` is Java ${version}: ${HOW_TO_INSTALL}.`,
    );
  }
  return command;
};
