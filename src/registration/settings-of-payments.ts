/** What payments need of a registration beside their handlers, and what to do where it is missing. */
export const settingsOfPayments = {
  publicUrl:
    "set publicUrl of app.register(merchantWebhooks, …) to where the service reaches you, such as 'https://shop.example'; if it comes from the environment, see that the variable is set",
  secret:
    'set secret of app.register(merchantWebhooks, …) to text of 16 characters at least, the same in every process; if it comes from the environment, see that the variable is set',
}
