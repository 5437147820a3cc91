export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Where the text is in another language than the page, such as the specification's Spanish texts. */
  readonly lang?: string;
  /** Something that others did, to come back to. What the person does is answered on the spot and counts as read. */
  readonly isNews?: boolean;
}

export interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}
