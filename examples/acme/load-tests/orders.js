// Replays a day of orders.
export default function () {}
