/// Says that the browser's session here has ended.
struct SignedOutPage: Page {}
