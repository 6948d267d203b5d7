declare module "parse-prometheus-text-format" {
  /** Families of metrics, in the shape of prom2json. */
  export default function parse(text: string): unknown;
}
