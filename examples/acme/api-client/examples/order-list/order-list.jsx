import { createClient } from "@acme/api-client";
import { Table } from "@acme/ui";
import { use } from "react";

const orders = createClient("https://api.acme.dev").listOrders({ limit: 20 });

export const OrderList = () => <Table columns={["id", "placed", "total"]} rows={use(orders)} />;
