export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Language of the texts, if it is not the page's, such as the Spanish claim notice. */
  readonly lang?: string;
  /** An action by another person, which counts as unread. Answers to the user's own actions count as read. */
  readonly isNews?: boolean;
}

export interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}
