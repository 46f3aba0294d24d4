/// A gRPC service of which only a part takes part: its own calls, and the names of those that nobody makes here.
macro_rules! part_of {
    ($service:ident of $messages:ident for $host:ty { $($own:item)* } $($call:ident($request:ident) -> $response:ident;)+) => {
        #[tonic::async_trait]
        impl $service for $host {
            $($own)*

            $(async fn $call(
                &self,
                _: tonic::Request<$messages::$request>,
            ) -> Result<tonic::Response<$messages::$response>, tonic::Status> {
                Err(tonic::Status::unimplemented("not part of the simulation"))
            })+
        }
    };
}
