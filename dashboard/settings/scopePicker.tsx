import type { Scope } from "../../client/index.ts";
import { CHOICES, DEPRECATED_SCOPES } from "../../client/vocabulary.ts";
import { Button } from "../ui/basics.tsx";
import { Check } from "../ui/form.tsx";
import { showName } from "../ui/format.ts";

const UNUSED: readonly Scope[] = DEPRECATED_SCOPES;
const ALL: readonly Scope[] = CHOICES.Scope.filter((scope) => !UNUSED.includes(scope));
const READING = ALL.filter((scope) => scope.endsWith(":read"));
const RESOURCES = [...new Set(ALL.map((scope) => scope.split(":")[0] ?? ""))];

interface ScopePickerProps {
  readonly scopes: readonly Scope[];
  readonly onScopes: (scopes: readonly Scope[]) => void;
}

/** A key's scopes, by resource. */
export const ScopePicker = ({ scopes, onScopes }: ScopePickerProps) => (
  <fieldset className="stack tight">
    <legend>Permissions</legend>
    <div className="actions">
      <Button isSmall onClick={() => onScopes(READING)}>
        Read everything
      </Button>
      <Button isSmall onClick={() => onScopes(ALL)}>
        Everything
      </Button>
      <Button isSmall look="quiet" onClick={() => onScopes([])}>
        Nothing
      </Button>
    </div>
    <div className="scopes">
      {RESOURCES.map((resource) => (
        <div key={resource} className="scope-row">
          <span>{showName(resource)}</span>
          {ALL.filter((scope) => scope.startsWith(`${resource}:`)).map((scope) => (
            <Check
              key={scope}
              label={
                <>
                  <span className="visually-hidden">{resource}: </span>
                  {scope.split(":")[1]}
                </>
              }
              isOn={scopes.includes(scope)}
              onToggle={(isOn) =>
                onScopes(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
            />
          ))}
        </div>
      ))}
    </div>
  </fieldset>
);
