import { useEffect, useState } from "react";
import type { GeneratedFlow, PickedElement } from "../../client/index.ts";
import { fieldsOf, type InspectedElement } from "./points.ts";

interface FollowingProps {
  readonly flow: GeneratedFlow | null;
  readonly picks: readonly PickedElement[];
  readonly isReading: boolean;
  /** Why what was picked last could not be read. */
  readonly error: unknown;
  readonly change: (picks: readonly PickedElement[]) => void;
}

/** Opens the page of a record by a link of it, whose address is collected first if it is not yet. */
export const useFollowing = ({ flow, picks, isReading, error, change }: FollowingProps) => {
  const [field, setField] = useState<string | null>(null);
  const [isWanted, setWanted] = useState(false);
  const known = fieldsOf(flow).find(({ type }) => type === "url")?.name;
  useEffect(() => {
    if (!isWanted || known === undefined || isReading) return;
    setWanted(false);
    setField(known);
  }, [isWanted, known, isReading]);
  useEffect(() => {
    if (error !== null) setWanted(false);
  }, [error]);
  const follow = ({ node }: InspectedElement) => {
    setWanted(true);
    if (known === undefined) change([...picks, { node, take: "link" }]);
  };
  const records = flow?.preview?.records ?? [];
  const url = field === null ? undefined : records.map((record) => record[field]).find(Boolean);
  return {
    follow,
    field,
    /** Null: no page is open, or no record has an address. */
    url: typeof url === "string" ? url : null,
    end: () => setField(null),
  };
};
