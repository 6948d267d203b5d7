export { createPermissions, type Permissions, refuseReserved, UseReserved } from "./permissions.ts";
