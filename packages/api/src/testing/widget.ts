import { operation } from "@knockon/contract/operation";
import { page } from "@knockon/contract/resources/fields";
import * as z from "zod";
import type { Camel } from "@knockon/contract/wire";

const Widget = z.object({ id: z.uuid(), made_at: z.iso.datetime(), is_round: z.boolean() });
const shared = { tag: "widgets", auth: { credentials: ["key", "session"], role: "viewer" } } as const;
const params = z.object({ widget_id: z.uuid() });

export const WIDGET: Camel<typeof Widget> = {
  id: "3d2f7a52-1d0b-4b53-8f5e-3a0c7d1b9e10",
  madeAt: new Date("2026-01-02T03:04:05.678Z"),
  isRound: true,
};

export const WIDGET_ON_WIRE = { id: WIDGET.id, made_at: "2026-01-02T03:04:05.678Z", is_round: true };

export const listWidgets = operation({
  ...shared,
  id: "listWidgets",
  method: "GET",
  path: "/widgets",
  summary: "List the widgets",
  description: "As its summary says.",
  query: z.strictObject({
    limit: page.shape.limit,
    name_like: z.string().max(300).optional(),
    color: z.enum(["red", "blue"]).optional(),
  }),
  status: 200,
  response: z.array(Widget),
  errors: [],
  counted: true,
});

export const getWidget = operation({
  ...shared,
  id: "getWidget",
  method: "GET",
  path: "/widgets/{widget_id}",
  summary: "Get a widget",
  description: "As its summary says.",
  params,
  status: 200,
  response: Widget,
  errors: [],
});

export const createWidget = operation({
  ...shared,
  id: "createWidget",
  method: "POST",
  path: "/widgets",
  summary: "Make a widget",
  description: "As its summary says.",
  body: z.strictObject({
    name: z.string().min(1).max(10),
    access_token: z.string().max(5).optional(),
    part_names: z.array(z.string()).default([]),
  }),
  status: 201,
  response: Widget,
  errors: [409],
});

export const deleteWidget = operation({
  ...shared,
  id: "deleteWidget",
  method: "DELETE",
  path: "/widgets/{widget_id}",
  summary: "Delete a widget",
  description: "As its summary says.",
  params,
  status: 204,
  response: z.null(),
  errors: [],
});
