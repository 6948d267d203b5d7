import type { Person } from "../../contract/people/people.ts";
import type { InvitationRecord } from "../../store/people/invitations.ts";
import type { MemberRecord } from "../../store/people/people.ts";

export const showMember = ({ personId, email, role, joinedAt }: MemberRecord): Person => ({
  id: personId,
  email,
  role,
  status: "active",
  joinedAt,
  expiresAt: null,
  mail: null,
});

export const showInvitation = ({ id, email, role, expiresAt, mail }: InvitationRecord): Person => ({
  id,
  email,
  role,
  status: "invited",
  joinedAt: null,
  expiresAt,
  mail,
});
