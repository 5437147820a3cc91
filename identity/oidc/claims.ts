import { accountCalls } from '@perktree/contracts/account/calls';

const { firstName: nameSchema } = accountCalls.register.body.shape;

/** First and last name from the provider, if they are valid names here. A whole name is not split: orders differ. */
export function namesFromClaims(claims: Readonly<Record<string, unknown>>): { firstName?: string; lastName?: string } {
  const lastName = nameOrNothing(claims.family_name);
  const firstName =
    nameOrNothing(claims.given_name) ?? (lastName === undefined ? nameOrNothing(claims.name) : undefined);
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
}

function nameOrNothing(claim: unknown): string | undefined {
  const parsed = nameSchema.safeParse(claim);
  return parsed.success ? parsed.data : undefined;
}
