/**
 * OpenTelemetry's variables, which functions' threads get from the runner's environment.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const traceVariables = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith("OTEL_") && value ? [[name, value]] : [],
    ),
  );

/** Whether traces are exported: only if they have an endpoint and are not turned off. */
export const isTracing = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ownEndpoint,
  OTEL_SDK_DISABLED: disabled,
  OTEL_TRACES_EXPORTER: exporter,
}: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(endpoint || ownEndpoint) && disabled !== "true" && exporter !== "none";
