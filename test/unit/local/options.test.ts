import { describe, expect, it } from "@jest/globals";
import { parseJavaVersion } from "../../../local/emulators/java.ts";
import { parseOptions } from "../../../local/options.ts";

describe("the runner's options", () => {
  it("default to port 4000 and .gleaner", () => {
    expect(parseOptions([], {})).toEqual({
      port: 4000,
      host: "127.0.0.1",
      publicUrl: undefined,
      dataDir: ".gleaner",
      table: undefined,
      allowPrivate: [],
      samplePort: 4600,
      enforceIam: false,
      iamRecord: undefined,
      json: false,
      help: false,
    });
  });

  it("share built functions only if the environment says so", () => {
    expect(parseOptions(["--data-dir", "x"], { SHARED_BUILD: "1" }).sharesBuild).toBe(true);
    expect(parseOptions(["--data-dir", "x"], {}).sharesBuild).toBeUndefined();
  });

  it("accept private targets from the command line and the environment", () => {
    const options = parseOptions(
      ["--allow-private", "127.0.0.1:81, [::1]:82", "--allow-private", "127.0.0.1:83"],
      {
        ALLOW_PRIVATE_TARGETS: "localhost:80",
      },
    );
    expect(options.allowPrivate).toEqual(["localhost:80", "127.0.0.1:81", "[::1]:82", "127.0.0.1:83"]);
  });

  it.each([
    [[], {}, 4600],
    [["--host", "::1"], {}, 4600],
    [["--host", "0.0.0.0"], {}, undefined],
    [["--public-url", "https://gleaner.example.org"], {}, undefined],
    [[], { PUBLIC_URL: "https://gleaner.example.org" }, undefined],
    [["--allow-private", "127.0.0.1:81"], {}, undefined],
    [[], { ALLOW_PRIVATE_TARGETS: "127.0.0.1:81" }, undefined],
    [["--allow-private", "127.0.0.1:81", "--sample-port", "0"], {}, 0],
  ])("%j and %j start the sample shop at %s", (args, environment, port) => {
    expect(parseOptions(args, environment).samplePort).toBe(port);
  });

  it.each([
    [["--port", "65536"], "65535"],
    [["--port", "abc"], "abc"],
    [["--sample-port", "x"], "--sample-port takes a number"],
    [["--nope"], "Usage"],
    [["--public-url", "example.org"], "without a path"],
    [["--public-url", "https://example.org/gleaner"], "without a path"],
    [["--table", "sqlite"], "embedded or dynamodb-local"],
    [["--in-memory", "--data-dir", "x"], "cannot be used together"],
    [["--allow-private", "127.0.0.1"], "host:port"],
    [["--allow-private", "http://127.0.0.1:80"], "host:port"],
    [["--destination-folder", "/no/such/folder"], "a folder that exists"],
  ])("are refused with an explanation: %j", (args, expected) => {
    expect(() => parseOptions(args, {})).toThrow(expected);
  });
});

describe("the Java version", () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "25" 2025-09-16', 25],
    ['java version "1.8.0_402"', 8],
    ["something else", undefined],
  ])("in %j is %s", (text, version) => {
    expect(parseJavaVersion(text)).toBe(version);
  });
});
