import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeyOf } from '../lib/query-client.ts';

/** Shows the answer of a command about approvals. */
export function useApprovalsChange(): (answer: ApprovalsAnswer) => void {
  const client = useQueryClient();
  return (answer) =>
    void client.setQueryData(queryKeyOf(calls.approvals, { params: { siteId: answer.siteId } }), answer);
}
