/** The call of a conversation. Fetching it reads nothing as read: that is said apart, when somebody really looks. */
export const conversationCall = (ticketId: number) => ({
  params: { ticketId },
  query: { markAsRead: "false" as const },
});
