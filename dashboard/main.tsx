import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readConfig } from "./api/config.ts";
import { createQueries } from "./api/queries.ts";
import { SessionProvider } from "./api/session.tsx";
import { App } from "./app.tsx";
import { SignIn } from "./pages/signIn.tsx";
import { Loading } from "./ui/basics.tsx";
import { readTheme } from "./ui/storedTheme.ts";
import { applyTheme } from "./ui/theme.ts";
import { ToastProvider } from "./ui/toasts.tsx";

applyTheme(readTheme());
const root = createRoot(document.getElementById("root") ?? document.body);

try {
  const config = await readConfig();
  root.render(
    <StrictMode>
      <QueryClientProvider client={createQueries()}>
        <ToastProvider>
          <SessionProvider config={config} waiting={<Loading />} gate={(gate) => <SignIn {...gate} />}>
            <App />
          </SessionProvider>
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
} catch {
  root.render(<p className="empty">The dashboard could not be loaded. Reload the page to try again.</p>);
}
