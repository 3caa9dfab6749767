// The form asks the room, says below it what the room refuses, and leads to a page of one's own.
"use strict";
const form = document.querySelector("form");
const { room } = form.elements;
const problem = document.querySelector(".problem");
const button = document.querySelector("button");
room.value = new URLSearchParams(location.search).get("room") ?? "";

async function ask() {
  const body = new URLSearchParams(new FormData(form));
  if (matchMedia("(pointer: coarse)").matches) body.set("touch", "1");  // no keyboard: tap and swipe
  const answer = await fetch("/", { method: "POST", body });
  const text = await answer.text();
  if (answer.ok) location.href = `/pages/visit.html#${text}`;
  else problem.textContent = text;
  if (answer.status === 403) room.value = "";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;                // the answer to a wrong word takes its time
  problem.textContent = "";
  await ask().catch(() => { problem.textContent = "nobody answers"; });
  button.disabled = false;
});
