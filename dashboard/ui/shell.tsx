import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation } from "wouter";
import { GUIDES_URL } from "../api/config.ts";
import { useRecord } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import icon from "../icon.svg";
import { AccountSwitcher } from "./accountSwitcher.tsx";
import { Button } from "./basics.tsx";
import { CommandKey } from "./commandKey.tsx";
import { showLarge } from "./format.ts";
import { Icon } from "./icons.tsx";
import { useMenuPages } from "./menuPages.ts";
import { useTheme } from "./theme.ts";

const ALERTS_EVERY_MS = 60_000;

const isAt = (location: string, path: string): boolean =>
  path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);

const UnreadCount = () => {
  const { data } = useRecord(
    ["alerts", "unread-count"],
    async (client) => (await client.listAlerts({ read: "false", limit: 1 })).total,
    { refetchMs: () => ALERTS_EVERY_MS },
  );
  if (!data) return null;
  return (
    <span className="count">
      {showLarge(data)}
      <span className="visually-hidden"> unread</span>
    </span>
  );
};

const Brand = () => (
  <Link href="/" className="brand">
    <img src={icon} alt="" width="26" height="26" />
    Gleaner
  </Link>
);

const Navigation = () => {
  const [location] = useLocation();
  const pages = useMenuPages();
  return (
    <nav className="nav" aria-label="Main">
      {pages.map(([path, title, name]) => (
        <Link key={path} href={path} aria-current={isAt(location, path) ? "page" : undefined}>
          <Icon name={name} />
          {title}
          {path === "/alerts" && <UnreadCount />}
        </Link>
      ))}
    </nav>
  );
};

const Foot = () => {
  const { apiUrl, signOut } = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <div className="sidebar-foot">
      <select
        aria-label="Theme"
        value={theme}
        onChange={(event) => setTheme(event.target.value as typeof theme)}
      >
        <option value="auto">System theme</option>
        <option value="light">Light theme</option>
        <option value="dark">Dark theme</option>
      </select>
      <div className="row">
        <a href={GUIDES_URL} target="_blank" rel="noreferrer">
          Guides
        </a>
        <a href={new URL("docs", apiUrl).href} target="_blank" rel="noreferrer">
          API reference
        </a>
      </div>
      <AccountSwitcher />
      <Button onClick={signOut}>Sign out</Button>
    </div>
  );
};

/** The frame around every page, with the navigation. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [location] = useLocation();
  // The menu of narrow screens belongs to the page that it was opened on: another page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === location;
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) closeButton.current?.focus();
  }, [isOpen]);
  const close = (): void => {
    flushSync(() => setOpenAt(null));
    menuButton.current?.focus();
  };
  const content = useRef<HTMLElement>(null);
  const lastLocation = useRef(location);
  useEffect(() => {
    if (lastLocation.current === location) return;
    lastLocation.current = location;
    // Moves screen readers to the start of the new page.
    content.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [location]);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="topbar" inert={isOpen}>
        <Brand />
        <button
          ref={menuButton}
          type="button"
          className="button quiet square"
          aria-expanded={isOpen}
          aria-label="Menu"
          onClick={() => setOpenAt(location)}
        >
          <Icon name="menu" />
        </button>
      </header>
      <div className="shell">
        <aside
          className="sidebar"
          data-open={isOpen}
          aria-label="Navigation"
          onKeyDown={({ key }) => isOpen && key === "Escape" && close()}
        >
          <div className="row spread">
            <Brand />
            <button
              ref={closeButton}
              type="button"
              className="button quiet square narrow-only"
              aria-label="Close the menu"
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </div>
          <CommandKey />
          <Navigation />
          <Foot />
        </aside>
        <main id="content" className="content" ref={content} tabIndex={-1} inert={isOpen}>
          {children}
        </main>
      </div>
    </>
  );
};
