/** Inputs of a flow as forms hold them: lines such as `query string`, and values such as `query = kettle`. */
type Types = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** A run's input. */
export type RunInput = Record<string, string | number>;

const DEFAULT_TYPE = "string";

export const inputLines = (inputs: Types): string[] =>
  Object.entries(inputs).map(([name, type]) => `${name} ${type}`);

/** Invalid types are sent unchanged, so that the API's error explains them. */
export const inputsOf = (lines: readonly string[]): Types =>
  Object.fromEntries(
    lines
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([name = "", ...type]) => (name === "" ? [] : [[name, type.join(" ") || DEFAULT_TYPE]])),
  );

export const valueLines = (values: Values): string[] =>
  Object.entries(values).map(([name, value]) => `${name} = ${value}`);

/** A value for the API. */
export const typedValue = (type: unknown, text: string): string | number => {
  const number = Number(text);
  return type === "number" && text.trim() !== "" && !Number.isNaN(number) ? number : text;
};

export const valuesOf = (lines: readonly string[], inputs: Types): Values =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = "", value = ""] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === "" ? [] : [[name, typedValue(inputs[name], value)]];
    }),
  );
