import { Deleted, IdParams } from "../common.ts";
import {
  CreateDestination,
  Destination,
  DestinationDelivery,
  DestinationDeliveryParams,
  DestinationTest,
  ListDestinationDeliveriesQuery,
  ListDestinationsQuery,
  UpdateDestination,
} from "../deliveries/destinations.ts";
import type { Operation } from "../operation.ts";

export const listDestinations = {
  method: "GET",
  path: "/destinations",
  tag: "Destinations",
  summary: "List destinations, newest first",
  scope: "destinations:read",
  query: ListDestinationsQuery,
  success: { status: 200, description: "A page of destinations.", list: Destination },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const getDestination = {
  method: "GET",
  path: "/destinations/{id}",
  tag: "Destinations",
  summary: "Get a destination",
  scope: "destinations:read",
  params: IdParams,
  success: { status: 200, description: "The destination, without its secrets.", data: Destination },
  touches: { table: "read" },
} as const satisfies Operation;

export const createDestination = {
  method: "POST",
  path: "/destinations",
  tag: "Destinations",
  summary: "Create a destination",
  description:
    "The data of each good run (one that completed with items and without warnings) is delivered as soon as the run has " +
    "ended: to an S3-compatible bucket, to a folder under the one that the operator has named, or by HTTP.",
  scope: "destinations:write",
  body: CreateDestination,
  success: {
    status: 201,
    description: "The active destination.",
    data: Destination,
    location: "/destinations/{id}",
  },
  errors: ["target-refused", "limit-reached", "not-configured"],
  touches: { table: "update", secret: true },
} as const satisfies Operation;

export const updateDestination = {
  method: "PUT",
  path: "/destinations/{id}",
  tag: "Destinations",
  summary: "Update, enable or disable a destination",
  description: "Only the fields you send change.",
  scope: "destinations:write",
  params: IdParams,
  body: UpdateDestination,
  success: { status: 200, description: "The updated destination.", data: Destination },
  errors: ["target-refused", "not-configured"],
  touches: { table: "write", secret: true },
} as const satisfies Operation;

export const deleteDestination = {
  method: "DELETE",
  path: "/destinations/{id}",
  tag: "Destinations",
  summary: "Delete a destination",
  description: "Pending deliveries are dropped. What was delivered stays where it is.",
  scope: "destinations:write",
  params: IdParams,
  success: { status: 200, description: "The destination was deleted.", data: Deleted },
  touches: { table: "write" },
} as const satisfies Operation;

export const testDestination = {
  method: "POST",
  path: "/destinations/{id}/test",
  tag: "Destinations",
  summary: "Test a destination",
  description:
    "Writes a small file and removes it again, makes the table in a transaction that is undone, or sends an empty " +
    "delivery. A failure is not an error of this call and doesn't count against the destination.",
  scope: "destinations:write",
  params: IdParams,
  success: { status: 200, description: "Whether data can be delivered.", data: DestinationTest },
  touches: { table: "update", secret: true, web: true, roles: true },
  timeoutSeconds: 27,
} as const satisfies Operation;

export const listDestinationDeliveries = {
  method: "GET",
  path: "/destinations/{id}/deliveries",
  tag: "Destinations",
  summary: "List deliveries to a destination, newest first",
  description: "Deliveries of the last 30 days, with all attempts.",
  scope: "destinations:read",
  params: IdParams,
  query: ListDestinationDeliveriesQuery,
  success: { status: 200, description: "A page of deliveries.", list: DestinationDelivery },
  touches: { table: "read", indexes: ["byFirst"], secret: true },
} as const satisfies Operation;

export const replayDestinationDelivery = {
  method: "POST",
  path: "/destinations/{id}/deliveries/{deliveryId}/replay",
  tag: "Destinations",
  summary: "Repeat a delivery to a destination",
  description: "Delivers the run's data again, and restarts the retry schedule.",
  scope: "destinations:write",
  params: DestinationDeliveryParams,
  success: { status: 200, description: "The pending delivery.", data: DestinationDelivery },
  errors: ["conflict"],
  touches: { table: "update", sends: ["destinations"] },
} as const satisfies Operation;

export const DESTINATIONS_OPERATIONS = {
  listDestinations,
  getDestination,
  createDestination,
  updateDestination,
  deleteDestination,
  testDestination,
  listDestinationDeliveries,
  replayDestinationDelivery,
};
