/** How a flow's requests present themselves to its site. */
import { AreaField, Check, TextField } from "../../ui/form.tsx";
import type { Parts } from "./draft.ts";
import { useFaultWithin } from "./faults.ts";
import { useParts } from "./parts.ts";

interface RequestFormProps {
  readonly value: Parts;
  readonly onValue: (value: Parts) => void;
  readonly proxy: string;
  readonly onProxy: (proxy: string) => void;
}

export const RequestForm = ({ value, onValue, proxy, onProxy }: RequestFormProps) => {
  const proxyFault = useFaultWithin("proxy");
  const { set, text, lines } = useParts("request", value, onValue);
  const viewportFault = useFaultWithin("request.viewport");
  const headersFault = useFaultWithin("request.headers");
  return (
    <div className="form">
      <AreaField
        label="Headers"
        className="mono"
        rows={3}
        {...lines("headers")}
        fault={headersFault}
        hint="One per line, such as X-Token: {{secret.token}}. Sent to the site of the flow's URL only."
      />
      <div className="fields">
        <TextField label="Languages" {...text("language")} hint="Best first, such as de-AT, en." />
        <TextField label="Time zone" {...text("timezone")} hint="Of a browser, such as Europe/Vienna." />
        <TextField label="User-Agent suffix" {...text("userAgentSuffix")} hint="Added to Gleaner's name." />
        <TextField
          label="Window width"
          inputMode="numeric"
          {...text("width")}
          fault={viewportFault}
          hint="Leave empty to use 1280 × 800, or a phone's size."
        />
        <TextField label="Window height" inputMode="numeric" {...text("height")} />
        <TextField
          label="Proxy"
          value={proxy}
          fault={proxyFault}
          onValue={onProxy}
          hint="The secret with its address, such as {{secret.proxy}}."
        />
      </div>
      <Check label="Ask as a phone" isOn={value.mobile === true} onToggle={set("mobile")} />
    </div>
  );
};
