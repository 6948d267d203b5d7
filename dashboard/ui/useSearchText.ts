import { useEffect, useState } from "react";

/** How long no key is pressed before a search is sent. */
const SETTLED_MS = 300;

/** Text that is searched for: as it is typed, and as it is once the typing pauses. */
export const useSearchText = () => {
  const [typed, onTyped] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, settled, onTyped };
};
