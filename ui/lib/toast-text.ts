export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Where the text is in another language than the page, such as the specification's Spanish texts. */
  readonly lang?: string;
}

export interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}
