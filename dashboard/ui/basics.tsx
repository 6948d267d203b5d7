import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import type { Scope } from "../../client/index.ts";
import { useRefusal } from "../api/session.tsx";
import { showDateTime, showName, showRelative } from "./format.ts";

/** `tabIndex` for scrollable elements, so that they can be scrolled with the keyboard (WCAG 2.1.1). */
export const SCROLLED_BY_KEYBOARD = 0;

type Look = "primary" | "danger" | "quiet";

/** Something that can be done: a result of `useAction` without input. */
export interface Doing {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

/** The same of what needs an input. */
export const doing = <T,>(
  { isPending, mutate }: { readonly isPending: boolean; readonly mutate: (input: T) => void },
  input: T,
): Doing => ({ isPending, mutate: () => mutate(input) });

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly isSmall?: boolean;
  /** Shows progress and ignores further clicks. */
  readonly isBusy?: boolean;
  /** What a click does: it is busy meanwhile. */
  readonly does?: Doing;
  /** The scope of what it does: disabled for people whose role lacks it. */
  readonly needs?: Scope;
}

const classesOf = (look: Look | undefined, isSmall: boolean): string =>
  ["button", look, isSmall && "small"].filter(Boolean).join(" ");

export const Button = ({
  look,
  isSmall = false,
  does,
  isBusy = does?.isPending ?? false,
  needs,
  disabled,
  title,
  children,
  ...rest
}: ButtonProps) => {
  const refusal = useRefusal(needs);
  return (
    <button
      type="button"
      {...(does && { onClick: () => does.mutate() })}
      {...rest}
      title={refusal ?? title}
      className={classesOf(look, isSmall)}
      disabled={disabled === true || isBusy || refusal !== undefined}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
};

interface ButtonLinkProps {
  readonly to: string;
  readonly look?: Look;
  readonly isSmall?: boolean;
  /** The scope of what the page is for, as of a `Button`. */
  readonly needs?: Scope;
  readonly children: ReactNode;
}

export const ButtonLink = ({ to, look, isSmall = false, needs, children }: ButtonLinkProps) => {
  const refusal = useRefusal(needs);
  const className = classesOf(look, isSmall);
  return refusal === undefined ? (
    <Link href={to} className={className}>
      {children}
    </Link>
  ) : (
    <button type="button" className={className} disabled title={refusal}>
      {children}
    </button>
  );
};

type Tone = "good" | "warn" | "bad" | "busy" | "plain";

/** The tone of every status and severity. */
const TONES: Readonly<Record<string, Tone>> = {
  completed: "good",
  succeeded: "good",
  sent: "good",
  active: "good",
  resolved: "good",
  running: "busy",
  pending: "busy",
  open: "busy",
  queued: "plain",
  failed: "bad",
  failing: "bad",
  error: "bad",
  critical: "bad",
  urgent: "bad",
  high: "warn",
  warning: "warn",
  paused: "warn",
  past_due: "warn",
};

export const Badge = ({ of }: { readonly of: string }) => (
  <span className={`badge ${TONES[of] ?? "plain"}`}>{showName(of)}</span>
);

/** A relative time, with the exact time on hover. */
export const Time = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span className="muted">–</span>
  ) : (
    <time dateTime={at} title={showDateTime(at)} className="nowrap">
      {showRelative(at)}
    </time>
  );

/** A text on one line, in full on hover. */
export const OneLine = ({ children }: { readonly children: string }) => (
  <span className="truncate" title={children}>
    {children}
  </span>
);

interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content has its own margins, like a table. */
  readonly isFlush?: boolean;
}

export const Card = ({ title, actions, children, isFlush = false }: CardProps) => (
  <section className="card">
    {title !== undefined && (
      <div className="card-head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
    )}
    {isFlush ? children : <div className="card-body">{children}</div>}
  </section>
);

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export const Empty = ({ title, children }: EmptyProps) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
);

export const Loading = ({ lines = 5 }: { readonly lines?: number }) => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">Loading …</span>
    {Array.from({ length: lines }, (_, line) => (
      <i key={String(line)} />
    ))}
  </div>
);

/** A bar that shows how much is used. */
export const Bar = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <meter aria-label={label} min={0} max={1} low={0.8} high={0.999} optimum={0} value={Math.min(1, share)} />
);
