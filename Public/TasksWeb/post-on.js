// Posts the answer on once. Coming back to this page must not send a used answer again: then the button stays.
(() => {
  "use strict";

  const form = document.querySelector("form[data-post-on]");
  const [navigation] = performance.getEntriesByType("navigation");
  if (form && navigation?.type !== "back_forward") form.submit();
})();
