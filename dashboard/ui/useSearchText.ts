import { useEffect, useState } from "react";

/** Pause in typing before a search is sent. */
const SETTLED_MS = 300;

/** A search text: as typed, and after a pause in typing. */
export const useSearchText = () => {
  const [typed, onTyped] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, settled, onTyped };
};
