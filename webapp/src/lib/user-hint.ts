/** The server's hint, among the cookies, that somebody may be signed in; the session itself no script can read. */
export const userHint = /(?:^|; )(?:__Host-)?fareway_user=1(?:;|$)/
