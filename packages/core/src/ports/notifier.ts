/** One webhook request. */
export interface Notification {
  url: string;
  /** Whether the URL may lie on a private network. */
  trusted: boolean;
  /** The exact text that is signed and sent. */
  body: string;
  event: string;
  deliveryId: string;
}

export interface NotificationAnswer {
  statusCode: number;
  /** What the receiver's `Retry-After` asks for. */
  retryAfterMs?: number;
}

/** Sends webhooks: signs, refuses addresses that are not allowed, follows no redirects, drops what is answered. */
export interface Notifier {
  /**
   * @throws ScreenplayError `denied` for an address that is not allowed, `timeout`, `unavailable` for every other failure
   *   to get an answer, `cancelled`
   */
  send(notification: Notification, signal?: AbortSignal): Promise<NotificationAnswer>;
}
