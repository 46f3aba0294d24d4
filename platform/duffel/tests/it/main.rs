//! The client on real sockets, against a server that answers as it is told.

mod harness;
mod offers;
mod orders;
mod reads;
mod searches;
