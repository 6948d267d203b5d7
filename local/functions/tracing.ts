/** OpenTelemetry's SDK in a function's thread, set up by its standard environment variables. */
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

/** Both read their variables, such as `OTEL_EXPORTER_OTLP_HEADERS`, themselves. */
const createExporter = ({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }: NodeJS.ProcessEnv) =>
  protocol === "http/json" ? new JsonExporter() : new ProtobufExporter();

/**
 * Registers the SDK. Spans are exported to `OTEL_EXPORTER_OTLP_ENDPOINT` over HTTP, as protobuf or, with
 * `OTEL_EXPORTER_OTLP_PROTOCOL=http/json`, as JSON.
 *
 * @returns exports what has ended; a failure is not reported, because traces must never harm the service
 */
export const startTracing = (functionName: string): (() => Promise<void>) => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "gleaner", "faas.name": functionName }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(createExporter(process.env))],
  });
  provider.register();
  return () => provider.forceFlush().catch(() => undefined);
};
