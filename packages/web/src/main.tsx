import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod";
import { createQueryClient } from "./api/client.ts";
import { Toasts } from "./components/toasts.tsx";
import { createAppRouter } from "./router.tsx";
import "./tokens.css";

// The Content-Security-Policy forbids `unsafe-eval`, which compiled validators need.
z.config({ jitless: true });

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname.startsWith("/w/") || pathname === "/welcome")
    void router.navigate({ to: "/login", search: { next: href }, replace: true });
});
const router = createAppRouter(queryClient);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
