import type { LIVE_EVENTS, LIVE_PATH, LiveMessage } from '@perktree/contracts/kernel/live';

/** Fires when the session continues under a new cookie: connections with the old cookie must reconnect. */
export const sessionRenewal = new EventTarget();
export const RENEWED = 'renewed';

const PATH: typeof LIVE_PATH = '/api/events';
const READY: (typeof LIVE_EVENTS)['ready'] = 'ready';
const INVALIDATE: (typeof LIVE_EVENTS)['invalidate'] = 'invalidate';
const HEARTBEAT: (typeof LIVE_EVENTS)['heartbeat'] = 'heartbeat';
const SIGNED_OUT: (typeof LIVE_EVENTS)['signedOut'] = 'signed-out';

/** First and longest pause before reconnecting, milliseconds; it doubles in between. */
const PAUSES = { first: 1_000, longest: 60_000 };
/** A page hidden for this long closes its connection: browsers allow six per server for all windows together. */
const HIDDEN_MS = 20_000;
/** A stream without a word for this long is lost: the server sends a heartbeat at least every 25 s. */
const SILENT_MS = 60_000;

interface LiveReader {
  onInvalidate(message: LiveMessage): void;
  /** The connection is open, for this user in this role. */
  onReady?(userId: string | undefined, role: string | undefined): void;
  /** A connection did not open. The session may have ended: the browser does not tell the status. */
  onRefused?(): void;
  /** The session has ended; no more messages follow. */
  onSignedOut?(): void;
}

/**
 * Follows the changes for the signed-in user. Reconnects automatically from the last known position, so that no change is
 * missed. Never throws: without a connection, pages show the data of their last read.
 * @returns closes it
 */
export function openLiveStream(reader: LiveReader): () => void {
  let source: EventSource | null = null;
  let after: string | null = null;
  let pause = PAUSES.first;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const disconnect = () => {
    clearTimeout(reconnect);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
  const connect = () => {
    disconnect();
    const opened = new EventSource(after === null ? PATH : `${PATH}?after=${after}`);
    let isReady = false;
    source = opened;
    const awaitNext = () => {
      clearTimeout(silence);
      silence = setTimeout(onLost, SILENT_MS);
    };
    // Reconnect here: the browser would reconnect at once, from the old position, and not after a refusal.
    const onLost = () => {
      if (source !== opened) return;
      disconnect();
      if (!isReady) reader.onRefused?.();
      reconnect = setTimeout(connect, pause * (0.5 + Math.random() / 2));
      pause = Math.min(pause * 2, PAUSES.longest);
    };
    awaitNext();
    const onMessage = (event: MessageEvent<string>) => {
      awaitNext();
      const message = JSON.parse(event.data) as LiveMessage;
      after = message.position;
      pause = PAUSES.first;
      if (message.keys.length > 0) reader.onInvalidate(message);
      return message;
    };
    opened.addEventListener(READY, (event: MessageEvent<string>) => {
      isReady = true;
      const { userId, role } = onMessage(event);
      reader.onReady?.(userId, role);
    });
    opened.addEventListener(INVALIDATE, onMessage);
    opened.addEventListener(HEARTBEAT, awaitNext);
    opened.addEventListener(SIGNED_OUT, () => {
      close();
      reader.onSignedOut?.();
    });
    opened.addEventListener('error', onLost);
  };

  const onVisibility = () => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(disconnect, HIDDEN_MS);
    else if (source === null) connect();
  };
  // The server closes the stream of the old session, but the sign-in continues.
  const onRenewed = () => {
    if (source !== null) connect();
  };
  // A page in the back/forward cache must not hold a connection.
  const listeners: readonly (readonly [EventTarget, string, () => void])[] = [
    [document, 'visibilitychange', onVisibility],
    [window, 'pagehide', disconnect],
    [window, 'pageshow', onVisibility],
    [window, 'online', onVisibility],
    [sessionRenewal, RENEWED, onRenewed],
  ];
  const listening = new AbortController();
  const close = () => {
    disconnect();
    clearTimeout(hiddenTimer);
    listening.abort();
  };
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener, listening);
  onVisibility();
  return close;
}
