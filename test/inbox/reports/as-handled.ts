/** Tells the service what became of the handler: here each that returns has delivered. */
export const asHandled = (_event: unknown, handled: boolean) => ({
  serviceStatus: handled ? ('success' as const) : ('failed' as const),
})
