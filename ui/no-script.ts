/** For the page itself: nothing that is loaded needs it. */
export const noScript = "The simulator's page needs JavaScript. Its API at /_simulator/ does the same without."
